import { type ComponentChild, render } from 'preact'

/**
 * Returns a function that draws the page. The first call removes the content that index.html shows in `#page` before
 * the script runs, because preact does not remove elements that it has not drawn.
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
