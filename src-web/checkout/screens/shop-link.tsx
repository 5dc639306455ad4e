/** A link back to the shop, if the shop set one. */
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
