import type { Language } from '../../src-shared/language.ts'

/** Before the fields have told how tall they are, CSS pixels. */
const firstHeight = 220
const mostHeight = 2000

const titles: Readonly<Record<Language, string>> = {
  en: 'Payment details',
  es: 'Datos de pago',
  fr: 'Données de paiement',
}

/** The frame that the fields live in, named in the language that they are in. Its styles are set one by one: a strict content security policy allows that. */
export function createFrame(
  src: string,
  language: Language,
): {
  readonly element: HTMLIFrameElement
  setHeight(pixels: number): void
} {
  const element = document.createElement('iframe')
  element.title = titles[language]
  // The fields need their own origin to send what was typed; they open no window and move no page.
  element.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms')
  element.setAttribute('allow', '')
  element.src = src
  const { style } = element
  style.display = 'block'
  style.width = '100%'
  style.border = '0'
  style.background = 'transparent'
  // Else a browser paints a ground of its own behind fields of another scheme.
  style.colorScheme = 'normal'
  const setHeight = (pixels: number) => {
    if (Number.isFinite(pixels)) style.height = `${Math.min(Math.max(pixels, 0), mostHeight)}px`
  }
  setHeight(firstHeight)
  return { element, setHeight }
}
