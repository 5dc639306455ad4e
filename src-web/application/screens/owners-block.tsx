import { Fragment } from 'preact'
import { Notice } from '../../components/notice.tsx'
import { addressFields } from '../fields/common-fields.ts'
import type { List } from '../fields/field.ts'
import { sharesOf } from '../form/rows.ts'
import { FormField, type ScreenProps } from './form-field.tsx'

/** All owners, one below the other. */
export function OwnersBlock(props: ScreenProps & { readonly list: List }) {
  const { words, form, state, list } = props
  const { rows } = state
  const { text } = form.draft
  const shares = words.percent(sharesOf(list.path, rows, text))
  return (
    <div class="owners">
      {rows.map(({ key }, place) => (
        <fieldset key={key} class="owner fields">
          <legend>{words('owners.one', { number: place + 1 })}</legend>
          {list.fields.map((field) => {
            const path = `${list.path}.${key}.${field.path}`
            return (
              <Fragment key={path}>
                {field.path === `${list.copy.to}.country` ? (
                  <button
                    type="button"
                    class="quiet"
                    onClick={() => copyAddress(props, list.copy.from, `${list.path}.${key}.${list.copy.to}`)}
                  >
                    {words(list.copy.label)}
                  </button>
                ) : null}
                <FormField {...props} field={field} path={path} />
              </Fragment>
            )
          })}
          {rows.length === 1 ? null : (
            <button type="button" class="secondary" onClick={() => form.removeRow(key)}>
              {words('action.remove', { number: place + 1 })}
            </button>
          )}
        </fieldset>
      ))}
      <button type="button" class="secondary" onClick={form.addRow}>
        {words('action.addOwner')}
      </button>
      {list.hasSigner && rows.length > 1 ? <Signer {...props} list={list} /> : null}
      {form.isOverShared() ? (
        <Notice kind="bad">
          <p>{words('owners.over', { percent: shares })}</p>
        </Notice>
      ) : (
        <p class="hint">{words('owners.shares', { percent: shares })}</p>
      )}
    </div>
  )
}

function Signer({ words, form, state, list }: ScreenProps & { readonly list: List }) {
  const { text } = form.draft
  return (
    <fieldset class="choice">
      <legend>{words('owners.signer')}</legend>
      <div class="choice-options">
        {state.rows.map(({ key }, place) => {
          const at = `${list.path}.${key}`
          const name = `${text(`${at}.first_name`)} ${text(`${at}.last_name`)}`.trim()
          return (
            <label key={key} class="choice-option">
              <input
                type="radio"
                name="signer"
                id={`field-${at.replaceAll('.', '-')}-signer`}
                checked={text(`${at}.signer`) === 'true'}
                onChange={() => form.chooseSigner(key)}
              />
              <span>{name === '' ? words('owners.one', { number: place + 1 }) : name}</span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}

function copyAddress({ form }: ScreenProps, from: string, to: string): void {
  for (const { path } of addressFields(from, '')) {
    form.type(`${to}${path.slice(from.length)}`, form.draft.text(path))
  }
}
