import { type ComponentChild, render } from 'preact'

/**
 * Where a page draws itself, anew with each state. What its first answer showed there before the script came (in the
 * `#page` of its index.html) goes with the first drawing: preact leaves what it has not drawn.
 */
export function openPagePlace(): (page: ComponentChild) => void {
  const place = document.getElementById('page')
  if (place === null) throw new Error('index.html has no #page')
  let isDrawn = false
  return (page) => {
    if (!isDrawn) place.replaceChildren()
    isDrawn = true
    render(page, place)
  }
}
