import { useEffect, useState, type HTMLAttributes, type Ref } from 'react'

type Props = HTMLAttributes<HTMLElement> & {
  as?: 'p' | 'div' | 'span'
  role?: 'status' | 'alert'
  ref?: Ref<HTMLDivElement & HTMLParagraphElement>
}

/** A live region that is created with its text is not read aloud. */
const emptyMs = 100

/** The first text takes its place hidden, because only a later change is read aloud. */
export function LiveRegion({ as: Tag = 'p', role = 'status', children, ...rest }: Props) {
  const [isHeard, setIsHeard] = useState(false)
  useEffect(() => {
    const timeout = setTimeout(() => setIsHeard(true), emptyMs)
    return () => clearTimeout(timeout)
  }, [])
  return (
    <Tag role={role} {...rest}>
      {isHeard || !children ? children : <span className="unannounced">{children}</span>}
    </Tag>
  )
}
