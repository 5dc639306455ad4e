import type { Language } from '../../../src-shared/language.ts'
import type { Field, Step } from '../fields/field.ts'
import { maskOf, type Sent, sentOf, textOfValue } from '../fields/field-values.ts'
import { valueAt, withValue } from '../fields/paths.ts'
import type { Row } from './rows.ts'
import type { FormKind, FormView } from './view.ts'

/**
 * The form's contents: the service's values, overlaid with what was typed since. Paths are the page's own: people in a
 * list are identified by the key of their row.
 */
export function createDraft(kind: FormKind, language: Language, today: () => string) {
  let view: FormView | null = null
  // Empty until the service has answered: an initial empty row would remain beside the service's rows.
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
  /** The service's value of a field. */
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
  /** The field shows its default value, which the service has not got so far. */
  const showsDefault = (path: string): boolean =>
    fieldAt(path)?.initial !== undefined &&
    !typed.has(path) &&
    known(path) === undefined &&
    isShown(path) &&
    text(path) !== ''

  /** One person as sent. Omits invalid values, and values in the vault, which stay there. */
  function itemOf(row: Row): Record<string, unknown> {
    const item = kind.steps.flatMap(listFieldsIn).reduce<Readonly<Record<string, unknown>>>(
      (made, { path: rest, initial }) => {
        const path = `${listPath}.${row.key}.${rest}`
        // A person who already has an id keeps the values that are not sent.
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
  /** An empty text is sent only if it replaces an earlier value. */
  const withEmpty = (made: Readonly<Record<string, unknown>>, rest: string, one: Sent, path: string) =>
    one.is === 'value' && known(path) !== undefined ? withValue(made, rest, one.value) : made

  /** Clearing a person's signer mark because another person signs does not count as typing. */
  const hasTyped = (key: string): boolean =>
    [...typed].some(([path, text]) => {
      const isOfRow = path.startsWith(`${listPath}.${key}.`)
      return isOfRow && text !== '' && !(path.endsWith('.signer') && text === 'false')
    })
  const isBegun = ({ key, at }: Row): boolean => at !== null || hasTyped(key)
  /** Whether the next view differs from the current one in a field of the form. */
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
    showsDefault,
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

/** Whether this person signs; one of several is chosen. */
const signerField: Field = { path: 'signer', kind: 'check', label: 'field.signer', autoComplete: 'off' }
const termsField: Field = { path: 'terms_accepted', kind: 'check', label: 'field.terms', autoComplete: 'off' }

/** All fields of a step; those of a list have `*` for the row. */
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
