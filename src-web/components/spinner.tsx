/** Something is under way. It says nothing by itself: the text beside it does. */
export const Spinner = () => <span class="spinner" aria-hidden="true" />
