import type { NoticeKind } from './notice.tsx'

const paths: Readonly<Record<NoticeKind, string>> = {
  good: 'M5 12.5l4.5 4.5L19 7.5',
  bad: 'M6.5 6.5l11 11M17.5 6.5l-11 11',
  wait: 'M12 6.5v6l3.5 2',
  plain: 'M6 12h12',
}

/** The sign above a page's title; its shape and colour have the same meaning. */
export const Sign = ({ kind }: { readonly kind: NoticeKind }) => (
  <svg class={`sign sign-${kind}`} viewBox="0 0 24 24" aria-hidden="true">
    <circle cx="12" cy="12" r="11" />
    <path d={paths[kind]} />
  </svg>
)
