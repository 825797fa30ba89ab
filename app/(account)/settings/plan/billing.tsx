/**
 * The button to the payment provider's page, where a subscription is changed or ended; nothing without a
 * subscription.
 */
export function ManageBilling({ hasSubscription }: { hasSubscription: boolean }) {
  if (!hasSubscription) return null;
  return (
    <form method="post" action="/billing/portal">
      <button type="submit" className="btn btn-plain">
        Change or end the subscription
      </button>
    </form>
  );
}
