import { useEffect, useRef } from 'preact/hooks'

interface TitleProps {
  readonly text: string
  readonly takesFocus: boolean
}

/** The page's heading. Where the page changes under its reader, it takes the focus, so that it is read out. */
export const Title = (props: TitleProps) => <Heading key={props.text} {...props} />

function Heading({ text, takesFocus }: TitleProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = text
    if (takesFocus) heading.current?.focus()
  }, [text, takesFocus])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {text}
    </h1>
  )
}
