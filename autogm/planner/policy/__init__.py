"""A learned policy: which choice a good player would mostly take, told without looking ahead."""
