import type { ChosenFile } from './uploads.ts'

/** Letters of a page are still read well at that many pixels of its longer side: about 200 to the inch of a letter. */
const longestSide = 2_400
const quality = 0.85

/**
 * A picture that a phone took, small enough to be sent: upright, as a JPEG without what the camera wrote about it, such
 * as the place. @returns null where this browser cannot read it
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
    // What is transparent in a PNG would be black in a JPEG.
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
