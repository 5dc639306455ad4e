import { Fragment, useState } from 'react'
import { currencyNameIn } from '../../src-shared/language.ts'
import type { ServiceCheck } from '../../src-shared/pos/installer-tools/service-commands.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Field } from '../components/field.tsx'
import { Notice } from '../components/notice.tsx'
import { useDates } from '../i18n/use-dates.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import style from './service-page.module.css'
import type { ServiceChecking } from './use-service-check.ts'

interface CheckResultProps {
  readonly checking: ServiceChecking
  readonly onConnected: () => Promise<void>
}

/** The result of the check, and the next step. */
export function CheckResult({ checking, onConnected }: CheckResultProps) {
  const { t } = useTranslation('staff')
  const dates = useDates()
  const language = useSnapshot(({ settings }) => settings.language)
  const { result } = checking
  const take = async (realMoney: boolean) => {
    if (await checking.connect(realMoney)) await onConnected()
  }
  if (result === null) return null
  if (result === 'not_now') return <Notice alert scrolls tone="bad" title={t('service.notNow')} />
  if (result.kind === 'fits') {
    const { real_money: real, merchant_name: name } = result
    return (
      <Notice
        alert
        scrolls
        tone={real ? 'wait' : 'calm'}
        title={t(real ? 'service.fits.live' : 'service.fits.sandbox', { name })}
        text={t(real ? 'service.fits.liveText' : 'service.fits.sandboxText')}
      >
        <p className={style.fact}>
          {t('service.fits.currency', { currency: currencyNameIn(language, result.currency) })}
        </p>
        {result.version !== null && (
          <p className={style.fact}>{t('service.version', { version: result.version })}</p>
        )}
        {real ? (
          <GoLive busy={checking.busy} onLive={() => void take(true)} />
        ) : (
          <ActionButton
            kind="primary"
            label={t('service.useSandbox')}
            disabled={checking.busy}
            onPress={() => void take(false)}
          />
        )}
      </Notice>
    )
  }
  if (result.kind === 'accounts') return <Accounts checking={checking} found={result} />
  if (result.kind === 'untrusted') {
    const { fingerprint, subject, valid_to } = result.certificate
    return (
      <Notice
        alert
        scrolls
        tone="wait"
        title={t('service.wrong.untrusted.title')}
        text={t('service.wrong.untrusted.text', { subject, until: dates.moment(valid_to) })}
      >
        <p translate="no" className={style.fingerprint}>
          {fingerprint.split(':').map((byte, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: bytes repeat, and their order is fixed
            <Fragment key={index}>
              {index > 0 && (
                <>
                  :<wbr />
                </>
              )}
              {byte}
            </Fragment>
          ))}
        </p>
        <ActionButton
          label={t('service.trust')}
          disabled={checking.busy}
          onPress={() => void checking.check(fingerprint)}
        />
      </Notice>
    )
  }
  const { kind, detail } = result
  return (
    <Notice
      alert
      scrolls
      // Not an error if a person has to enter more.
      tone={kind === 'account_needed' || kind === 'merchant_needed' ? 'wait' : 'bad'}
      title={t(`service.wrong.${kind}.title`)}
      text={t(`service.wrong.${kind}.text`)}
    >
      {detail === '' ? undefined : <p className={style.fact}>{t('pair.detail', { detail })}</p>}
    </Notice>
  )
}

interface AccountsProps {
  readonly checking: ServiceChecking
  readonly found: Extract<ServiceCheck, { kind: 'accounts' }>
}

/** From this number of accounts on, a search field is shown. */
const manyAccounts = 8

/** The accounts that the key can access. The chosen one is checked like a typed one. */
function Accounts({ checking, found: { accounts, more } }: AccountsProps) {
  const { t } = useTranslation('staff')
  const [words, setWords] = useState('')
  const wanted = words.trim().toLowerCase()
  const shown = accounts.filter(({ id, name, location }) =>
    [id, name, location ?? ''].some((text) => text.toLowerCase().includes(wanted)),
  )
  return (
    <Notice alert scrolls tone="calm" title={t('service.accounts.title')} text={t('service.accounts.text')}>
      <div className={style.pick}>
        {accounts.length > manyAccounts && (
          <Field label={t('service.accounts.find')} value={words} maxLength={60} onChange={setWords} />
        )}
        <ul className={style.accounts}>
          {shown.map(({ id, name, location }) => (
            <li key={id}>
              <button
                type="button"
                className={style.account}
                data-account={id}
                disabled={checking.busy}
                onClick={() => void checking.check(checking.fingerprint, id)}
              >
                <span className={style.accountName}>{name}</span>
                <span>{location ?? id}</span>
              </button>
            </li>
          ))}
        </ul>
        {shown.length === 0 && <p>{t('service.accounts.none')}</p>}
        {more && <p>{t('service.accounts.more')}</p>}
      </div>
    </Notice>
  )
}

/** A typed word prevents going live by an accidental tap. */
function GoLive({ busy, onLive }: { readonly busy: boolean; readonly onLive: () => void }) {
  const { t } = useTranslation('staff')
  const [word, setWord] = useState('')
  const isTyped = word.trim().toUpperCase() === t('service.liveWord')
  return (
    <div className={style.live}>
      <Field
        label={t('service.typeWord', { word: t('service.liveWord') })}
        value={word}
        maxLength={20}
        onChange={setWord}
        // The surrounding form would check everything again and clear the word.
        onEnter={() => isTyped && !busy && onLive()}
        keepsEnter
      />
      <ActionButton kind="primary" label={t('service.goLive')} disabled={!isTyped || busy} onPress={onLive} />
    </div>
  )
}
