import { useState } from 'preact/hooks'
import type { PageFailure } from '../../components/ask-service.ts'
import { MessageScreen } from '../../components/message-screen.tsx'
import type { PortalWords } from '../context.ts'
import type { PortalApi } from '../portal-api.ts'
import type { SignInReason } from '../session-mark.ts'

interface SignInProps {
  readonly words: PortalWords
  readonly api: PortalApi
  /** The part of the link after #; '' without a link. */
  readonly token: string
  readonly reason: SignInReason
  readonly onSignedIn: () => void
}

type Step = 'ready' | 'busy' | 'used' | PageFailure

/**
 * Signs in by a link. Requires a press of the button, because mail scanners open links, and this one works only once.
 */
export function SignIn({ words, api, token, reason, onSignedIn }: SignInProps) {
  const [step, setStep] = useState<Step>('ready')
  const signIn = async () => {
    setStep('busy')
    const answer = await api.call('user_sessions.create', { body: { token } })
    if (answer.ok) return onSignedIn()
    setStep(answer.error.kind === 'refused' && answer.error.status === 404 ? 'used' : answer.error)
  }
  if (token === '') {
    return (
      <MessageScreen
        kind={reason === 'signed_out' ? 'good' : 'key'}
        title={words(`signIn.${reason}.title`)}
        takesFocus
      >
        <p>{words(`signIn.${reason}.text`)}</p>
        <p class="hint">{words('signIn.askForLink')}</p>
      </MessageScreen>
    )
  }
  if (step === 'used') {
    return (
      <MessageScreen kind="bad" title={words('signIn.used.title')} takesFocus>
        <p>{words('signIn.used.text')}</p>
        <p class="hint">{words('signIn.askForLink')}</p>
      </MessageScreen>
    )
  }
  return (
    <MessageScreen kind="key" title={words('signIn.title')} takesFocus={false}>
      <p>{words('signIn.text')}</p>
      {typeof step === 'object' ? (
        <p role="alert" class="field-note-wrong">
          {words(step.kind === 'refused' && step.status === 429 ? 'problem.busy' : 'problem.noAnswer')}
        </p>
      ) : null}
      <button type="button" class="primary" disabled={step === 'busy'} onClick={() => void signIn()}>
        {words(step === 'busy' ? 'action.busy' : 'signIn.action')}
      </button>
    </MessageScreen>
  )
}
