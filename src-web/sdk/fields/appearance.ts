import type { Appearance } from '../countertop.d.ts'

type Variables = NonNullable<Appearance['variables']>

/** Maps the shop's variables to the pages' colours and sizes. */
const properties: Readonly<Record<keyof Variables, string>> = {
  colorPrimary: '--accent',
  colorBackground: '--raised',
  colorText: '--ink',
  colorTextSecondary: '--ink-soft',
  colorBorder: '--line-strong',
  colorDanger: '--bad',
  borderRadius: '--radius',
  fontFamily: '--font',
  fontSize: '--text',
}

/** Whether the value is a colour, a size or a list of fonts. Excludes anything that loads a resource. */
const isPlain = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.length <= 100 &&
  /^[\w\s#%.,'"()/-]+$/.test(value) &&
  !/(url|image|src|var|env)\s*\(/i.test(value)

/** Applies the shop's appearance to the fields. Ignores unknown or unsafe values. */
export function dress(root: HTMLElement, { theme, variables = {} }: Appearance): void {
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
  for (const [name, property] of Object.entries(properties)) {
    const value: unknown = variables[name as keyof Variables]
    if (isPlain(value)) root.style.setProperty(property, value)
  }
  // The chosen option gets a border in the shop's colour, without our background, which might clash with it.
  if (isPlain(variables.colorPrimary)) root.style.setProperty('--accent-soft', 'var(--raised)')
}
