/** Whether a key is typed into a field, which takes all characters itself. A choice takes only some keys. */
export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]') !== null
