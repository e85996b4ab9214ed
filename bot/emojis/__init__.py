"""The project's pictures as emojis of the application: uploaded in the background, and kept in `images/`."""
