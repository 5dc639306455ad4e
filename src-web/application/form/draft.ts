import type { Language } from '../../../src-shared/language.ts'
import type { Field, Step } from '../fields/field.ts'
import { maskOf, type Sent, sentOf, textOfValue } from '../fields/field-values.ts'
import { valueAt, withValue } from '../fields/paths.ts'
import type { Row } from './rows.ts'
import type { FormKind, FormView } from './view.ts'

/**
 * What stands in the form: what the service has, and above it what was typed since. Paths are the page's own: people of a
 * list go by the key of their row.
 */
export function createDraft(kind: FormKind, language: Language, today: () => string) {
  let view: FormView | null = null
  // None before the service has answered: an empty one would stay beside those that it has.
  let rows: readonly Row[] = []
  const typed = new Map<string, string>()
  const { listPath } = kind
  const hasSigner = kind.steps.some(({ blocks }) =>
    blocks.some((block) => block.kind === 'list' && block.list.hasSigner),
  )

  const itemsOf = (values: unknown): readonly unknown[] => {
    const list = valueAt(values, listPath)
    return Array.isArray(list) ? list : []
  }
  const inRow = (path: string): { readonly row: Row; readonly rest: string } | null => {
    if (!path.startsWith(`${listPath}.`)) return null
    const [key = '', ...rest] = path.slice(listPath.length + 1).split('.')
    const row = rows.find((one) => one.key === key)
    return row === undefined ? null : { row, rest: rest.join('.') }
  }
  /** What the service has there. */
  const known = (path: string): unknown => {
    const place = inRow(path)
    if (place === null) return valueAt(view?.values, path)
    const { at } = place.row
    return at === null ? undefined : valueAt(itemsOf(view?.values)[at], place.rest)
  }
  const fields: ReadonlyMap<string, Field> = new Map(
    kind.steps.flatMap((step) => fieldsIn(step).map((field) => [field.path, field] as const)),
  )
  const fieldAt = (path: string): Field | null => {
    const place = inRow(path)
    return fields.get(place === null ? path : `${listPath}.*.${place.rest}`) ?? null
  }
  const text = (path: string): string => {
    const own = typed.get(path)
    if (own !== undefined) return own
    const field = fieldAt(path)
    const value = known(path)
    if (field === null) return value === undefined ? '' : String(value)
    return value === undefined ? (field.initial?.() ?? '') : textOfValue(field, value, language)
  }
  const sent = (path: string): Sent => {
    const field = fieldAt(path)
    if (field === null) return { is: 'keep' }
    const place = inRow(path)
    const rule = kind.rules[place === null ? path : `${listPath}.*.${place.rest}`] ?? {}
    return sentOf(field, text(path), rule, known(path), today())
  }
  const isShown = (path: string): boolean => fieldAt(path)?.when?.(text) ?? true

  /** One person as they are sent; what is wrong stays out, what the vault has stays there. */
  function itemOf(row: Row): Record<string, unknown> {
    const item = kind.steps.flatMap(listFieldsIn).reduce<Readonly<Record<string, unknown>>>(
      (made, { path: rest, initial }) => {
        const path = `${listPath}.${row.key}.${rest}`
        // A person with a name of the service's own keeps what is not sent.
        const isKept = initial === undefined || known(path) !== undefined
        if (row.id !== null && !typed.has(path) && isKept) return made
        const one = sent(path)
        return one.is === 'value' && one.value !== ''
          ? withValue(made, rest, one.value)
          : withEmpty(made, rest, one, path)
      },
      row.id === null ? {} : { id: row.id },
    )
    return hasSigner && rows.filter(isBegun).length === 1 ? { ...item, signer: true } : { ...item }
  }
  /** An empty text is sent where it takes the place of one that was there. */
  const withEmpty = (made: Readonly<Record<string, unknown>>, rest: string, one: Sent, path: string) =>
    one.is === 'value' && known(path) !== undefined ? withValue(made, rest, one.value) : made

  /** That somebody else signs is nothing that was typed of this one. */
  const hasTyped = (key: string): boolean =>
    [...typed].some(([path, text]) => {
      const isOfRow = path.startsWith(`${listPath}.${key}.`)
      return isOfRow && text !== '' && !(path.endsWith('.signer') && text === 'false')
    })
  const isBegun = ({ key, at }: Row): boolean => at !== null || hasTyped(key)
  /** Whether this shows another thing than before, by what the form asks for. */
  const differs = (next: FormView): boolean => {
    const listOf = (one: FormView | null) => JSON.stringify(itemsOf(one?.values))
    return (
      listOf(view) !== listOf(next) ||
      [...fields.keys()].some((path) => valueAt(view?.values, path) !== valueAt(next.values, path))
    )
  }

  return {
    view: () => view,
    rows: () => rows,
    typed,
    fields,
    fieldAt,
    inRow,
    known,
    text,
    sent,
    isShown,
    itemOf,
    itemsOf,
    isBegun,
    hasTyped,
    differs,
    mask: (path: string): string | null => {
      const field = fieldAt(path)
      return field === null || typed.has(path) ? null : maskOf(field, known(path))
    },
    setView: (next: FormView) => {
      view = next
    },
    setRows: (next: readonly Row[]) => {
      rows = next
    },
  }
}
export type Draft = ReturnType<typeof createDraft>

const listFieldsIn = (step: Step): readonly Field[] =>
  step.blocks.flatMap((block) =>
    block.kind === 'list' ? [...block.list.fields, ...(block.list.hasSigner ? [signerField] : [])] : [],
  )

/** Whether this person signs: of several one is chosen. */
const signerField: Field = { path: 'signer', kind: 'check', label: 'field.signer', autoComplete: 'off' }
const termsField: Field = { path: 'terms_accepted', kind: 'check', label: 'field.terms', autoComplete: 'off' }

/** Every field of a step, those of a list under `*`. */
export const fieldsIn = (step: Step): readonly Field[] => [
  ...step.blocks.flatMap((block) =>
    block.kind === 'fields'
      ? block.fields.map((field) =>
          block.when === undefined || field.when !== undefined ? field : { ...field, when: block.when },
        )
      : listFieldsIn(step).map((field) => ({ ...field, path: `${block.list.path}.*.${field.path}` })),
  ),
  ...(step.name === 'check' ? [termsField] : []),
]
