import type { Language } from '../../src-shared/language.ts'

/** Height before the fields have reported theirs, in CSS pixels. */
const firstHeight = 220
const mostHeight = 2000

const titles: Readonly<Record<Language, string>> = {
  en: 'Payment details',
  es: 'Datos de pago',
  fr: 'Données de paiement',
}

/**
 * The frame of the fields, with a title in their language. Its styles are set one by one, which a strict content
 * security policy allows.
 */
export function createFrame(
  src: string,
  language: Language,
): {
  readonly element: HTMLIFrameElement
  setHeight(pixels: number): void
} {
  const element = document.createElement('iframe')
  element.title = titles[language]
  // The fields need their own origin to send the entries; they open no windows and do not navigate the page.
  element.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms')
  element.setAttribute('allow', '')
  element.src = src
  const { style } = element
  style.display = 'block'
  style.width = '100%'
  style.border = '0'
  style.background = 'transparent'
  // Otherwise the browser paints a background behind fields of another colour scheme.
  style.colorScheme = 'normal'
  const setHeight = (pixels: number) => {
    if (Number.isFinite(pixels)) style.height = `${Math.min(Math.max(pixels, 0), mostHeight)}px`
  }
  setHeight(firstHeight)
  return { element, setHeight }
}
