import { useValue, wordFor } from './use-value.ts'

interface ChangedSettingProps {
  readonly name: string
  readonly before?: unknown
  readonly after?: unknown
}

/** The old and the new value of a setting, as an item of a list. */
export function ChangedSetting({ name, before, after }: ChangedSettingProps) {
  const write = useValue()
  return (
    <div>
      <dt>{wordFor(`setting.${name}`, name)}</dt>
      <dd>
        <del>{write(name, before)}</del>
        {' → '}
        <ins>{write(name, after)}</ins>
      </dd>
    </div>
  )
}
