import { usePortal } from './context.ts'
import { Select } from './parts/fields.tsx'

/** Narrows the lists to a business or an account. */
export function AccountSwitch({
  chosen,
  onChoose,
}: {
  readonly chosen: string
  readonly onChoose: (id: string) => void
}) {
  const { words, session } = usePortal()
  const { businesses, has_more } = session
  return (
    <div class="switch">
      <Select label={words('switch.label')} value={chosen} onChange={onChoose}>
        <option value="">{words('switch.all')}</option>
        {businesses.map(({ id, name, accounts }) => (
          <optgroup key={id} label={name}>
            {businesses.length === 1 ? null : (
              <option value={id}>{words('switch.business', { name })}</option>
            )}
            {accounts.map((account) => (
              <option key={account.id} value={account.id}>
                {account.status === 'boarded'
                  ? account.name
                  : `${account.name} (${words(`accountStatus.${account.status}`)})`}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
      {has_more ? <p class="hint">{words('switch.more')}</p> : null}
    </div>
  )
}
