"""Where frames come from: cameras that may fail, films, and folders of pictures."""
