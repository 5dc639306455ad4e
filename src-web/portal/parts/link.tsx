import type { ComponentChildren } from 'preact'
import { usePortal } from '../context.ts'
import { hrefOf, type PageName } from '../route.ts'

interface LinkProps {
  readonly to: PageName
  readonly id?: string
  readonly account?: string
  readonly class?: string
  readonly current?: boolean
  readonly children: ComponentChildren
}

/** A real link, followed without reloading the page; with ctrl or the middle button the browser handles it. */
export function Link({ to, id, account, class: name, current, children }: LinkProps) {
  const { go } = usePortal()
  return (
    <a
      class={name}
      href={hrefOf(to, id, account)}
      aria-current={current === true ? 'page' : undefined}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        go(to, id, account)
      }}
    >
      {children}
    </a>
  )
}
