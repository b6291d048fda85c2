"""The pages of tournaments: lists, tables, fixtures, brackets, boards; the desks of officials and captains."""
