import { useId, useState } from 'react'
import type { ImportPreview } from '../../src-shared/pos/catalogue/import-preview.ts'
import { askMain } from '../bridge.ts'
import { ActionButton } from '../components/action-button.tsx'
import { FileInput } from '../components/file-input.tsx'
import { Notice } from '../components/notice.tsx'
import { Page } from '../components/page.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { useCommandStore } from '../stores/command-store.ts'
import style from './items-page.module.css'
import { showItems } from './items-store.ts'

const example = [
  'name,price,category,barcode,taxes,modifiers',
  'Latte,4.50,Coffee,,,Large +0.50 | Oat milk +0.60',
  'Green tea,3.00,Tea,4006381333931,,',
].join('\n')

/** Imports items from a CSV file. Shows the changes and the errors of each line before importing. */
export function ImportPage() {
  const { t } = useTranslation('sell')
  const id = useId()
  const [text, setText] = useState('')
  const [preview, setPreview] = useState<ImportPreview | null>(null)
  const [done, setDone] = useState(false)
  const ask = async (name: 'catalogue.preview_import' | 'catalogue.import', csv: string) => {
    const answer = await askMain(name, { text: csv })
    if (!answer.ok) return useCommandStore.setState({ refusal: answer.error.code })
    setPreview(answer.value)
    setDone(name === 'catalogue.import')
  }
  const choose = async (file: File | undefined) => {
    if (file === undefined) return
    const csv = decoded(await file.arrayBuffer())
    setText(csv)
    await ask('catalogue.preview_import', csv)
  }
  const count = preview?.kind === 'readable' ? preview.added + preview.changed : 0
  return (
    <Page title={t('import.title')}>
      <p>{t('import.text')}</p>
      <pre className={style.example}>{example}</pre>
      <div>
        <label className={style.label} htmlFor={id}>
          {t('import.file')}
        </label>
        <div>
          <FileInput id={id} accept=".csv,text/csv" onChoose={(file) => void choose(file)} />
        </div>
      </div>
      {preview !== null && <Preview preview={preview} done={done} />}
      <div className={style.actions}>
        {!done && count > 0 && (
          <ActionButton
            kind="primary"
            label={t('import.take', { count })}
            onPress={() => void ask('catalogue.import', text)}
          />
        )}
        <ActionButton
          label={t(done ? 'import.toItems' : 'back')}
          onPress={() => showItems({ kind: 'list' })}
        />
      </div>
    </Page>
  )
}

function Preview({ preview, done }: { readonly preview: ImportPreview; readonly done: boolean }) {
  const { t } = useTranslation('sell')
  if (preview.kind === 'unreadable') {
    const text =
      preview.reason === 'card_data'
        ? t('import.card_data', { line: preview.line, column: preview.column })
        : t(`import.${preview.reason}`)
    return <Notice alert tone="bad" title={t('import.unreadable')} text={text} />
  }
  const { added, changed, unchanged, errors, error_count } = preview
  return (
    <>
      <Notice
        alert
        tone="calm"
        title={t(done ? 'import.done' : 'import.would')}
        text={t('import.counts', { added, changed, unchanged })}
      />
      {error_count > 0 && (
        <>
          <Notice
            tone="wait"
            title={t('import.errors', { count: error_count })}
            text={t('import.errorsText')}
          />
          <table className={style.errors}>
            <thead>
              <tr>
                <th scope="col">{t('import.line')}</th>
                <th scope="col">{t('import.problem')}</th>
                <th scope="col">{t('import.value')}</th>
              </tr>
            </thead>
            <tbody>
              {errors.map(({ line, problem, value }) => (
                <tr key={line}>
                  <td>{line}</td>
                  <td>{t(`problem.${problem}`)}</td>
                  <td>{value}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </>
  )
}

/** Spreadsheet programs write UTF-8 or the older Windows encoding. */
function decoded(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
