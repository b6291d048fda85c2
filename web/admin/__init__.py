"""What the admin site takes from pages: their forms."""
