import { useState } from 'preact/hooks'
import type { Application } from '../../../src-shared/api/schemas/application.ts'
import { changeableStatuses } from '../../../src-shared/boarding/application-moves.ts'
import { usePortal, whenIn } from '../context.ts'
import { documentText } from '../document-words.ts'
import type { PageProps } from '../page-props.ts'
import { Confirm } from '../parts/confirm.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Facts } from '../parts/facts.tsx'
import { Link } from '../parts/link.tsx'
import { SecretBox } from '../parts/secret-box.tsx'
import { Shown } from '../parts/shown.tsx'
import { useLoad } from '../use-load.ts'
import { ApplicationChip } from './application-chip.tsx'
import { ApplicationDrawing } from './application-drawing.tsx'

/** The documents requested now; earlier requests were fulfilled, or no longer matter. */
const requestedOf = ({ status, documents_requested }: Application) =>
  status === 'NEED_INFORMATION' ? documents_requested : null

/** The state of an application, the requested documents, and the applicant's link. */
export function ApplicationPage({ id }: PageProps) {
  const { words, api, mayWrite } = usePortal()
  const [step, setStep] = useState<'none' | 'ask' | { readonly link: string }>('none')
  const load = useLoad(() => api.call('applications.get', { params: { id } }), id)
  return (
    <>
      <p>
        <Link to="applications">{words('application.back')}</Link>
      </p>
      <Shown load={load}>
        {(application) => (
          <>
            <section class="card">
              <div class="headline">
                <p class="strong">{application.name ?? application.id}</p>
                <ApplicationChip words={words} status={application.status} />
              </div>
              <Facts
                items={[
                  [words('application.reason'), application.status_reason],
                  [words('application.changed'), whenIn(words, application.updated_at)],
                  [words('application.legalName'), application.company?.legal_name],
                  [
                    words('application.documents'),
                    requestedOf(application)
                      ?.document_types.map((type) => documentText(words, type))
                      .join(', '),
                  ],
                  [words('application.comments'), requestedOf(application)?.comments],
                  [words('payment.id'), <code key="id">{application.id}</code>],
                ]}
              />
              {mayWrite && changeableStatuses.includes(application.status) ? (
                <button type="button" class="secondary" onClick={() => setStep('ask')}>
                  {words('application.makeLink')}
                </button>
              ) : null}
            </section>
            <ApplicationDrawing status={application.status} />
          </>
        )}
      </Shown>
      {step === 'ask' ? (
        <Confirm
          title={words('application.makeLink')}
          text={words('application.linkText')}
          action={words('contractor.makeLink')}
          run={() => api.call('applications.link', { params: { id } })}
          onDone={({ link }) => setStep({ link })}
          onClose={() => setStep('none')}
        />
      ) : null}
      {typeof step === 'object' ? (
        <Dialog title={words('application.makeLink')} onClose={() => setStep('none')}>
          <SecretBox label={words('contractor.link')} value={step.link} hint={words('contractor.linkHint')} />
          <div class="choices">
            <button type="button" class="primary" onClick={() => setStep('none')}>
              {words('action.close')}
            </button>
          </div>
        </Dialog>
      ) : null}
    </>
  )
}
