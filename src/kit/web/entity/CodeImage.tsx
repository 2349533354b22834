import { LiveRegion } from '../notice/LiveRegion.tsx'
import css from './CodeImage.module.css'

/** A QR code in its room; null while it loads. */
export function CodeImage({ image, alt }: { image: string | null; alt: string }) {
  return (
    <div className={css.code}>
      {image === null ? (
        <LiveRegion>Carregando o QR code...</LiveRegion>
      ) : (
        <img src={image} alt={alt} width={240} height={240} />
      )}
    </div>
  )
}
