import type { Application } from '../../src-shared/api/schemas/application.ts'
import { type ApplicationStatus, applicationMoves } from '../../src-shared/boarding/application-moves.ts'
import type { Words } from './words.ts'

interface ApplicationCardProps {
  readonly words: Words
  readonly application: Application
  readonly isBusy: boolean
  /** @param to null for the next state that the company's name selects */
  readonly onMove: (to: ApplicationStatus | null) => void
}

/** An application, its state, and every possible move. */
export function ApplicationCard({ words, application, isBusy, onMove }: ApplicationCardProps) {
  const { id, name, company, status, documents, documents_requested: asked } = application
  const title = name || company?.legal_name || id
  const moves = applicationMoves[status]
  return (
    <article aria-label={title}>
      <h2>{title}</h2>
      <p class="facts">
        <code>{status}</code>
        <code>{id}</code>
        {documents.length === 0 ? null : <span>{words.counted('uploaded', documents.length)}</span>}
        {asked?.required === true && !asked.received ? <code>{asked.document_types.join(', ')}</code> : null}
      </p>
      {moves.length === 0 ? (
        <p>{words('final')}</p>
      ) : (
        <div class="moves">
          <button type="button" class="secondary" disabled={isBusy} onClick={() => onMove(null)}>
            {words('byName')}
          </button>
          {moves.map((to) => (
            <button type="button" class="secondary" disabled={isBusy} key={to} onClick={() => onMove(to)}>
              <code>{to}</code>
            </button>
          ))}
        </div>
      )}
    </article>
  )
}
