import type { ComponentChildren } from 'preact'

export type NoticeKind = 'bad' | 'wait' | 'good' | 'plain'

/** A message in the page, announced by screen readers when it appears. */
export const Notice = ({
  kind,
  children,
}: {
  readonly kind: NoticeKind
  readonly children: ComponentChildren
}) => (
  <div class={`notice notice-${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
    {children}
  </div>
)
