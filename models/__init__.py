"""The trained eyes: weights, their cards, and the one door to onnxruntime."""
