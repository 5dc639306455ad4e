import type { OptionGroup } from '../../src-shared/pos/catalogue/option-group.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Field } from '../components/field.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import style from './items-page.module.css'
import { type ModifierEntry, ModifierRows, modifierEntries, readModifiers } from './modifier-rows.tsx'

/** The form of an option group, with its values as typed. */
export interface GroupEntry {
  readonly key: number
  readonly name: string
  readonly min: string
  readonly max: string
  readonly options: readonly ModifierEntry[]
}

export const groupEntries = (groups: readonly OptionGroup[]): readonly GroupEntry[] =>
  groups.map(({ name, min, max, options }, key) => ({
    key,
    name,
    min: String(min),
    max: String(max),
    options: modifierEntries(options),
  }))

/** Returns null if a name, number or amount is invalid. Omits groups that are empty. */
export function readGroups(entries: readonly GroupEntry[]): OptionGroup[] | null {
  const named = entries.filter(({ name, options }) => name.trim() !== '' || options.length > 0)
  const read = named.flatMap(({ name, min, max, options: typed }): OptionGroup[] => {
    const options = readModifiers(typed)
    const isCount = /^\d{1,2}$/.test(min.trim()) && /^\d{1,2}$/.test(max.trim())
    if (options === null || options.length === 0 || name.trim() === '' || !isCount) return []
    return [{ name: name.trim(), min: Number(min), max: Number(max), options }]
  })
  return read.length < named.length ? null : read
}

interface GroupsFieldProps {
  readonly groups: readonly GroupEntry[]
  readonly onChange: (groups: readonly GroupEntry[]) => void
}

const mostGroups = 6

/** Edits the options to choose when the item is rung up. */
export function GroupsField({ groups, onChange }: GroupsFieldProps) {
  const { t } = useTranslation('sell')
  const change = (key: number, changes: Partial<GroupEntry>) =>
    onChange(groups.map((one) => (one.key === key ? { ...one, ...changes } : one)))
  const key = Math.max(0, ...groups.map((one) => one.key)) + 1
  return (
    <fieldset className={style.wide}>
      <legend>{t('form.groups')}</legend>
      <p className={style.hint}>{t('form.groupsHint')}</p>
      {groups.map((group) => (
        <fieldset
          key={group.key}
          className={style.group}
          aria-label={group.name === '' ? t('form.groupName') : group.name}
        >
          <div className={style.triple}>
            <Field
              label={t('form.groupName')}
              value={group.name}
              maxLength={40}
              onChange={(name) => change(group.key, { name })}
            />
            <Field
              label={t('form.groupMin')}
              inputMode="numeric"
              value={group.min}
              maxLength={2}
              onChange={(min) => change(group.key, { min })}
            />
            <Field
              label={t('form.groupMax')}
              inputMode="numeric"
              value={group.max}
              maxLength={2}
              onChange={(max) => change(group.key, { max })}
            />
          </div>
          <ModifierRows
            most={20}
            rows={group.options}
            onChange={(options) => change(group.key, { options })}
          />
          <ActionButton
            kind="quiet"
            label={t('form.removeGroup')}
            onPress={() => onChange(groups.filter((one) => one.key !== group.key))}
          />
        </fieldset>
      ))}
      {groups.length < mostGroups && (
        <div className={style.actions}>
          <ActionButton
            label={t('form.addGroup')}
            onPress={() => onChange([...groups, { key, name: '', min: '1', max: '1', options: [] }])}
          />
        </div>
      )}
    </fieldset>
  )
}
