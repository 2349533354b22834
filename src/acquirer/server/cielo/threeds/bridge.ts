/** Maps Cielo's events to ours; `authentication.done` is in `payment/authentication/server/document.ts`. */
export function bridge(environment: 'SDB' | 'PRD'): string {
  return `window.bpmpi_config = function () {
  function done(result) {
    return function (data) {
      var evidence = data || {}
      window.authentication.done(result, {
        cavv: evidence.Cavv || null,
        xid: evidence.Xid || null,
        eci: evidence.Eci || null,
        version: evidence.Version || null,
        reference_id: evidence.ReferenceId || null,
      })
    }
  }
  return {
    onReady: function () {
      window.bpmpi_authenticate()
    },
    onSuccess: done('success'),
    onFailure: done('failure'),
    onUnenrolled: done('unenrolled'),
    onDisabled: done('disabled'),
    onError: done('error'),
    onUnsupportedBrand: done('unsupported_brand'),
    Environment: '${environment}',
    Debug: false,
  }
}
`
}
