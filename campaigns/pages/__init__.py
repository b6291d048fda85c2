"""The pages of campaigns for who plays in them and who runs them: lists, companies, heroes, battles.

They show and ask; `campaigns.service` decides.
"""
