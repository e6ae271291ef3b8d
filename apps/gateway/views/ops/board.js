// Repairs to Bull Board's page. What its class names end with changes with each version.

/** Of buttons that are only pictures. */
const NAMES = {
  '.lucide-maximize': 'Full screen',
  '.lucide-minimize': 'Leave full screen',
  '.lucide-settings': 'Settings',
  '.lucide-ellipsis-vertical': 'Actions',
  '.lucide-copy': 'Copy',
};

function repair() {
  for (const [picture, name] of Object.entries(NAMES)) {
    for (const button of document.querySelectorAll(`button:not([aria-label]):has(> ${picture})`)) button.ariaLabel = name;
  }
  // The name stands beside it.
  for (const logo of document.querySelectorAll('header a > img:not([alt=""])')) logo.alt = '';
  // Columns of buttons.
  for (const header of document.querySelectorAll('th:empty')) {
    header.append(Object.assign(document.createElement('span'), { className: 'unseen', textContent: 'Actions' }));
  }
  // Links to more pages: a list, which it no longer is with a role of another thing.
  for (const list of document.querySelectorAll('ul[role="navigation"]')) list.removeAttribute('role');
  // The name of a job comes right below the heading of the page.
  for (const heading of document.querySelectorAll('h5:not([aria-level])')) heading.ariaLevel = '2';
}

new MutationObserver(repair).observe(document.getElementById('root'), { childList: true, subtree: true });
repair();
