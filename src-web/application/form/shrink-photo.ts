import type { ChosenFile } from './uploads.ts'

/** Printed text is still legible with this many pixels on the longer side: about 200 per inch on letter paper. */
const longestSide = 2_400
const quality = 0.85

/**
 * Makes a phone's photo small enough to send: upright, as a JPEG, without the camera's metadata such as the place.
 * @returns null if this browser cannot read the photo
 */
export async function shrinkPhoto(file: Blob & Pick<File, 'name'>): Promise<ChosenFile | null> {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    const paper = canvas.getContext('2d')
    if (paper === null) return null
    // Transparent parts of a PNG would turn black in a JPEG.
    paper.fillStyle = '#fff'
    paper.fillRect(0, 0, canvas.width, canvas.height)
    paper.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    const small = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
    return small === null ? null : new File([small], `${file.name.replace(/\.\w+$/, '')}.jpg`)
  } catch {
    return null
  }
}
