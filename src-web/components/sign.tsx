import type { NoticeKind } from './notice.tsx'

/** `key`: what opens the page, for a page that asks who is there. */
export type SignKind = NoticeKind | 'key'

const paths: Readonly<Record<SignKind, string>> = {
  good: 'M5 12.5l4.5 4.5L19 7.5',
  bad: 'M6.5 6.5l11 11M17.5 6.5l-11 11',
  wait: 'M12 6.5v6l3.5 2',
  plain: 'M6 12h12',
  key: 'M11 12a3 3 0 1 1-6 0a3 3 0 0 1 6 0M11 12h8v3M15.5 12v2.5',
}

/** The sign above a page's title; its shape and colour have the same meaning. */
export const Sign = ({ kind }: { readonly kind: SignKind }) => (
  <svg class={`sign sign-${kind === 'key' ? 'plain' : kind}`} viewBox="0 0 24 24" aria-hidden="true">
    <circle cx="12" cy="12" r="11" />
    <path d={paths[kind]} />
  </svg>
)
