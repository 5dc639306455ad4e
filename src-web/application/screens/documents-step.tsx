import { useState } from 'preact/hooks'
import { documentKinds, documentTitle } from '../../../src-shared/boarding/document-kinds.ts'
import { documentContentTypes } from '../../../src-shared/boarding/document-limits.ts'
import { SelectField } from '../../components/select-field.tsx'
import { Spinner } from '../../components/spinner.tsx'
import type { Words } from '../words.ts'
import type { ScreenProps } from './form-field.tsx'

/** Name of a document type; an unknown type keeps the service's name. */
export function documentName(words: Words, type: string): string {
  const known = documentKinds.find((kind) => kind === type)
  return known === undefined ? documentTitle(type) : words(`documents.kind.${known}`)
}

/** Uploads documents that were not requested. */
export function DocumentsStep(props: ScreenProps) {
  const { words, state } = props
  const [type, setType] = useState<string>(documentKinds[0])
  return (
    <div class="fields">
      <SelectField
        id="document-type"
        label={words('documents.type')}
        value={type}
        options={documentKinds.map((value) => ({ value, label: words(`documents.kind.${value}`) }))}
        empty={words('hint.choose')}
        problem={null}
        autoComplete="off"
        required={false}
        onChoose={(value) => setType(value === '' ? documentKinds[0] : value)}
      />
      <FileButton {...props} documentType={type} />
      <Uploads {...props} />
      <h2>{words('documents.list')}</h2>
      {state.view?.documents.length === 0 ? <p class="hint">{words('documents.none')}</p> : null}
      <ul class="files">
        {state.view?.documents.map((file) => (
          <li key={file.id}>
            <span class="strong">{documentName(words, file.document_type)}</span>
            <span class="hint">{file.file_name}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Opens the browser's own choice of files or camera. */
export function FileButton({ words, form, documentType }: ScreenProps & { readonly documentType: string }) {
  const id = `file-${documentType}`
  return (
    <div class="file">
      <input
        id={id}
        class="visually-hidden"
        type="file"
        accept={documentContentTypes.join(',')}
        aria-describedby={`${id}-note`}
        onChange={(event) => {
          const input = event.currentTarget
          const [file] = input.files ?? []
          if (file !== undefined) void form.upload(documentType, file)
          // Allows choosing the same file again.
          input.value = ''
        }}
      />
      <label for={id} class="secondary">
        {words('documents.choose')}
        <span class="visually-hidden">: {documentName(words, documentType)}</span>
      </label>
      <p id={`${id}-note`} class="field-note">
        {words('documents.formats')}
      </p>
    </div>
  )
}

/** Documents that are being sent, and those that failed. @param documentType only of this type */
export function Uploads({ words, state, documentType }: ScreenProps & { readonly documentType?: string }) {
  const own = state.uploads.filter((one) => documentType === undefined || one.documentType === documentType)
  return (
    <div role="status" class="uploads">
      {own.map((upload) =>
        upload.problem === null ? (
          <p key={upload.key} class="upload">
            <Spinner /> {words('documents.sending', { name: upload.fileName })}
          </p>
        ) : (
          <p key={upload.key} class="field-note field-note-wrong">
            {upload.fileName}: {words(upload.problem)}
          </p>
        ),
      )}
    </div>
  )
}
