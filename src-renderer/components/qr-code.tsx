import { useEffect, useState } from 'react'
import { withCode } from './not-loaded.ts'
import style from './qr-code.module.css'

interface QrCodeProps {
  readonly text: string
  /** The purpose of the code, for screen readers. */
  readonly label: string
}

/** A QR code, dark on light in every theme, with the quiet zone that readers need. Loads its encoder on first use. */
export function QrCode({ text, label }: QrCodeProps) {
  const [rows, setRows] = useState<readonly (readonly boolean[])[]>([])
  useEffect(() => {
    let gone = false
    withCode(import('qr'), ({ encodeQR }) => {
      if (!gone) setRows(encodeQR(text, 'raw', { ecc: 'medium', border: 4 }))
    })
    return () => {
      gone = true
    }
  }, [text])
  const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      className={style.code}
      viewBox={`0 0 ${Math.max(rows.length, 1)} ${Math.max(rows.length, 1)}`}
      role="img"
      aria-label={label}
      data-drawn={rows.length > 0 || undefined}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}
