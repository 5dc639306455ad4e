import type { ComponentChildren } from 'preact'
import { Sign, type SignKind } from './sign.tsx'
import { Spinner } from './spinner.tsx'
import { Title } from './title.tsx'

interface MessageScreenProps {
  readonly kind: SignKind | 'busy'
  readonly title: string
  readonly takesFocus: boolean
  readonly children?: ComponentChildren
}

/** A screen with one message: a sign, a title, an explanation and the next step. */
export const MessageScreen = ({ kind, title, takesFocus, children }: MessageScreenProps) => (
  <section class="message" aria-busy={kind === 'busy'}>
    {kind === 'busy' ? <Spinner /> : <Sign kind={kind} />}
    <Title text={title} takesFocus={takesFocus} />
    {children}
  </section>
)
