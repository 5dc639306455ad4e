import { useEffect, useRef } from 'react'
import SignaturePad from 'signature_pad'
import style from './signature-field.module.css'

export interface SignatureHandle {
  readonly clear: () => void
  /** PNG data URL of the drawing. */
  readonly picture: () => string
}

interface SignatureFieldProps {
  readonly label: string
  readonly lineLabel: string
  /** Called with null while nothing is drawn. */
  readonly onChange: (drawn: SignatureHandle | null) => void
}

/** A wider picture does not improve a signature, and main accepts at most 200,000 characters. */
const pictureWidth = 640

/** Dark on white in every theme, because the picture is printed. */
const ink = '#10161d'

function pictureOf(canvas: HTMLCanvasElement): string {
  const scale = Math.min(1, pictureWidth / canvas.width)
  const picture = document.createElement('canvas')
  picture.width = Math.round(canvas.width * scale)
  picture.height = Math.round(canvas.height * scale)
  const context = picture.getContext('2d')
  if (context === null) return canvas.toDataURL('image/png')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, picture.width, picture.height)
  context.drawImage(canvas, 0, 0, picture.width, picture.height)
  return picture.toDataURL('image/png')
}

/** The customer signs here if the terminal has no signature pad. */
export function SignatureField({ label, lineLabel, onChange }: SignatureFieldProps) {
  const canvasRef = useRef<HTMLCanvasElement>(null)
  const changed = useRef(onChange)
  changed.current = onChange

  useEffect(() => {
    const canvas = canvasRef.current
    if (canvas === null) return
    const pad = new SignaturePad(canvas, { penColor: ink, minWidth: 1.2, maxWidth: 3.4 })
    const handle: SignatureHandle = {
      clear: () => {
        pad.clear()
        changed.current(null)
      },
      picture: () => pictureOf(canvas),
    }
    // The drawing survives rotating or resizing the screen: strokes are kept as points, not pixels.
    const fit = () => {
      const strokes = pad.toData()
      const ratio = window.devicePixelRatio
      canvas.width = canvas.offsetWidth * ratio
      canvas.height = canvas.offsetHeight * ratio
      canvas.getContext('2d')?.scale(ratio, ratio)
      pad.fromData(strokes)
    }
    const drawn = () => changed.current(pad.isEmpty() ? null : handle)
    const observer = new ResizeObserver(fit)
    observer.observe(canvas)
    pad.addEventListener('endStroke', drawn)
    return () => {
      observer.disconnect()
      pad.removeEventListener('endStroke', drawn)
      pad.off()
    }
  }, [])

  return (
    <div className={style.field}>
      <canvas ref={canvasRef} className={style.canvas} role="img" aria-label={label} />
      <p className={style.line}>{lineLabel}</p>
    </div>
  )
}
