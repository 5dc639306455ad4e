/** Twice the size of a tile, in pixels. */
const side = 320

/** Returns a scaled picture as a data URL; null if the file is not a picture. */
export async function shrunk(file: File): Promise<string | null> {
  try {
    const image = new Image()
    image.src = await dataUrl(file)
    await image.decode()
    const scale = Math.min(1, side / Math.max(image.naturalWidth, image.naturalHeight))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(image.naturalWidth * scale))
    canvas.height = Math.max(1, Math.round(image.naturalHeight * scale))
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    return canvas.toDataURL('image/webp', 0.8)
  } catch {
    return null
  }
}

const dataUrl = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
