import type { ComponentChildren } from 'preact'
import type { NoticeKind } from '../../components/notice.tsx'
import { Sign } from '../../components/sign.tsx'
import { Spinner } from '../../components/spinner.tsx'
import { Title } from '../title.tsx'

interface MessageScreenProps {
  readonly kind: NoticeKind | 'busy'
  readonly title: string
  readonly takesFocus: boolean
  readonly children?: ComponentChildren
}

/** A state that is one message: a sign, a title, what it means and what to do next. */
export const MessageScreen = ({ kind, title, takesFocus, children }: MessageScreenProps) => (
  <section class="message" aria-busy={kind === 'busy'}>
    {kind === 'busy' ? <Spinner /> : <Sign kind={kind} />}
    <Title text={title} takesFocus={takesFocus} />
    {children}
  </section>
)

/** A way back to the shop, where it left one. */
export const ShopLink = ({
  href,
  text,
  primary,
}: {
  href: string | null
  text: string
  primary?: boolean
}) =>
  href === null || !/^https?:\/\//.test(href) ? null : (
    <a class={primary === true ? 'primary' : 'secondary'} href={href} rel="noreferrer">
      {text}
    </a>
  )
