import { useEffect, useState, type HTMLAttributes, type Ref } from 'react'

type Props = HTMLAttributes<HTMLElement> & {
  as?: 'p' | 'div' | 'span'
  role?: 'status' | 'alert'
  ref?: Ref<HTMLDivElement & HTMLParagraphElement>
}

const emptyMs = 100

/** Screen readers read only changes of a live region, so its first text is hidden from them for `emptyMs`. */
export function LiveRegion({ as: Tag = 'p', role = 'status', children, ...rest }: Props) {
  const [isAnnounced, setIsAnnounced] = useState(false)
  useEffect(() => {
    const timeout = setTimeout(() => setIsAnnounced(true), emptyMs)
    return () => clearTimeout(timeout)
  }, [])
  return (
    <Tag role={role} {...rest}>
      {isAnnounced || !children ? children : <span className="unannounced">{children}</span>}
    </Tag>
  )
}
