import {
  IconChevronLeft,
  IconChevronRight,
  IconFileDownload,
  IconListSearch,
  IconShieldCheck,
} from '@tabler/icons-react'
import { useEffect } from 'react'
import { ActionButton } from '../components/action-button.tsx'
import { Notice } from '../components/notice.tsx'
import { Empty, Page } from '../components/page.tsx'
import { Spoken } from '../components/spoken.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { usePlaceStore } from '../stores/place-store.ts'
import { useWhenLeft } from '../stores/put-aside.ts'
import style from './audit.module.css'
import { AuditEntry } from './audit-entry.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { AuditResult } from './audit-result.tsx'
import {
  forgetAudit,
  readFirst,
  readNewer,
  readOlder,
  saveAudit,
  useAuditStore,
  verifyAudit,
} from './audit-store.ts'

/** The audit log of this counter: search, verify, and save for verification elsewhere. */
export function AuditLogPage() {
  const { t } = useTranslation('audit')
  const { failed, saved, result } = useAuditStore()
  const verifies = usePlaceStore((state) => state.verifies)
  useEffect(() => {
    void readFirst()
  }, [])
  useWhenLeft('audit', forgetAudit)
  useEffect(() => {
    if (!verifies) return
    usePlaceStore.setState({ verifies: false })
    void verifyAudit()
  }, [verifies])
  return (
    <Page
      named
      title={t('title')}
      tools={
        <>
          <ActionButton
            icon={<IconShieldCheck size={24} aria-hidden />}
            label={t(result === 'running' ? 'verifying' : 'verify')}
            disabled={result === 'running'}
            onPress={() => void verifyAudit()}
          />
          <ActionButton
            icon={<IconFileDownload size={24} aria-hidden />}
            label={t('exportTable')}
            onPress={() => void saveAudit('table')}
          />
          <ActionButton
            icon={<IconFileDownload size={24} aria-hidden />}
            label={t('exportLines')}
            onPress={() => void saveAudit('lines')}
          />
        </>
      }
    >
      <p className={style.lead}>{t('lead')}</p>
      {saved && <Spoken status>{t('saved')}</Spoken>}
      {(failed || result === 'failed') && (
        <Notice alert tone="bad" title={t('failed.title')} text={t('failed.text')}>
          <ActionButton label={t('failed.again')} onPress={() => void readFirst()} />
        </Notice>
      )}
      {result !== null && typeof result === 'object' && <AuditResult result={result} />}
      <AuditFilters />
      <Entries />
    </Page>
  )
}

function Entries() {
  const { t } = useTranslation('audit')
  const { page, befores, search } = useAuditStore()
  if (page === null) return <Spoken status>{t('reading')}</Spoken>
  const isNarrowed = Object.values(search).some((value) => value !== '')
  return (
    <>
      {page.missing.length > 0 && (
        <Notice
          alert
          tone="bad"
          title={t('missing.title')}
          text={t('missing.text', { files: page.missing.join(', ') })}
        />
      )}
      {page.entries.length > 0 ? (
        <>
          <Spoken status>{t('shown', { count: page.entries.length })}</Spoken>
          <ol className={style.entries}>
            {page.entries.map((entry) => (
              <AuditEntry key={entry.n} entry={entry} />
            ))}
          </ol>
        </>
      ) : (
        <Empty
          icon={<IconListSearch size={56} aria-hidden />}
          title={t(isNarrowed ? 'none.title' : 'empty.title')}
          text={t(!isNarrowed ? 'empty.text' : page.next === null ? 'none.text' : 'none.further')}
        />
      )}
      {(befores.length > 1 || page.next !== null) && (
        <div className={style.turn}>
          <ActionButton
            icon={<IconChevronLeft size={24} aria-hidden />}
            label={t('newer')}
            disabled={befores.length === 1}
            onPress={() => void readNewer()}
          />
          <ActionButton
            icon={<IconChevronRight size={24} aria-hidden />}
            label={t('older')}
            disabled={page.next === null}
            onPress={() => void readOlder()}
          />
        </div>
      )}
    </>
  )
}
