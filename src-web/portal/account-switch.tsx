import { useState } from 'preact/hooks'
import type { CurrentUserSession } from '../../src-shared/api/schemas/user.ts'
import { failureText, type PortalKey, usePortal } from './context.ts'
import { Field, Select } from './parts/fields.tsx'

type Businesses = CurrentUserSession['businesses']

/** Limits the lists to a business or an account. */
export function AccountSwitch({
  chosen,
  onChoose,
  onFound,
}: {
  readonly chosen: string
  readonly onChoose: (id: string) => void
  /** Called with businesses that the list did not contain. */
  readonly onFound: (businesses: Businesses) => void
}) {
  const { words, session } = usePortal()
  const [matches, setMatches] = useState<Businesses | null>(null)
  const { businesses } = session
  const isChosen = ({ id, accounts }: Businesses[number]) =>
    id === chosen || accounts.some((account) => account.id === chosen)
  const listed =
    matches === null
      ? businesses
      : [...businesses.filter((one) => isChosen(one) && matches.every(({ id }) => id !== one.id)), ...matches]
  return (
    <div class="switch">
      {session.has_more ? (
        <Search
          onMatches={(next) => {
            if (next !== null) onFound(next)
            setMatches(next)
          }}
        />
      ) : null}
      <Select label={words('switch.label')} value={chosen} onChange={onChoose}>
        <option value="">{words('switch.all')}</option>
        {listed.map(({ id, name, accounts }) => (
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
    </div>
  )
}

/** Searches if there are more businesses than the list can hold. @param onMatches null restores the list */
function Search({ onMatches }: { readonly onMatches: (businesses: Businesses | null) => void }) {
  const { words, api } = usePortal()
  const [part, setPart] = useState('')
  const [note, setNote] = useState<string>(words('switch.more'))
  const show = (key: PortalKey) => setNote(words(key))
  const search = async (event: Event) => {
    event.preventDefault()
    if (part.trim() === '') {
      show('switch.more')
      return onMatches(null)
    }
    const answer = await api.call('user_sessions.current', { query: { name: part.trim() } })
    if (!answer.ok) return setNote(failureText(words, answer.error))
    const { businesses, has_more } = answer.value
    if (has_more) show('switch.tooMany')
    else if (businesses.length === 0) show('switch.none')
    else setNote('')
    onMatches(businesses.length === 0 ? null : businesses)
  }
  return (
    <form class="switch-search" onSubmit={(event) => void search(event)}>
      <Field label={words('switch.find')} value={part} onChange={setPart} />
      <button type="submit" class="secondary">
        {words('switch.search')}
      </button>
      <p class="hint" role="status">
        {note}
      </p>
    </form>
  )
}
