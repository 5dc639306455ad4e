/** Progress mark, hidden from screen readers: the text beside it explains it. */
export const Spinner = () => <span class="spinner" aria-hidden="true" />
