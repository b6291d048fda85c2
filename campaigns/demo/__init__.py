"""What a fresh Skald is furnished with: the Banak Open in Ishmêk, evenings at Ashgate in Storm of Istra and its war,
and nights at the Moon Gate in Hachigoku.

Teams, companies, people, and matches played by real commands.
"""
