import type { Appearance } from '../countertop.d.ts'

type Variables = NonNullable<Appearance['variables']>

/** Which of the pages' colours and measures each of the shop's is. */
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

/** A colour, a measure, a list of fonts. Nothing that loads anything. */
const isPlain = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.length <= 100 &&
  /^[\w\s#%.,'"()/-]+$/.test(value) &&
  !/(url|image|src|var|env)\s*\(/i.test(value)

/** Dresses the fields as the shop's page wants them. What it does not know, or should not do, it leaves. */
export function dress(root: HTMLElement, { theme, variables = {} }: Appearance): void {
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
  for (const [name, property] of Object.entries(properties)) {
    const value: unknown = variables[name as keyof Variables]
    if (isPlain(value)) root.style.setProperty(property, value)
  }
  // What is chosen bears a border of the shop's colour, and no ground of ours that it may clash with.
  if (isPlain(variables.colorPrimary)) root.style.setProperty('--accent-soft', 'var(--raised)')
}
