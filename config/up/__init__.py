"""What belongs to `manage.py up`: the processes that it starts, and that nothing stays behind when it ends."""
