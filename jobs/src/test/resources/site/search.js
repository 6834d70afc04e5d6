// Finds sections in which every word of the query occurs; headings count more than texts.
const ROOT = document.documentElement.dataset.root;
const SHOWN = 12;
const query = document.getElementById('query');
const results = document.getElementById('results');

function score(words, [, title, heading, text]) {
  const name = (title + ' ' + heading).toLowerCase();
  const body = text.toLowerCase();
  let sum = 0;
  for (const word of words) {
    const inName = name.includes(word);
    const times = body.split(word).length - 1;
    if (!inName && times === 0) return 0;
    sum += (inName ? 10 : 0) + Math.min(times, 5);
  }
  return sum + (body.includes(words.join(' ')) ? 5 : 0) + (heading.toLowerCase() === words.join(' ') ? 20 : 0);
}

function excerpt(words, text) {
  const at = Math.max(0, text.toLowerCase().indexOf(words[0]) - 50);
  return (at > 0 ? '… ' : '') + text.slice(at, at + 150) + (at + 150 < text.length ? ' …' : '');
}

function search() {
  const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
  results.replaceChildren();
  results.hidden = words.length === 0;
  if (results.hidden) return;
  const found = INDEX.map(entry => [score(words, entry), entry])
    .filter(([points]) => points > 0)
    .sort((a, b) => b[0] - a[0])
    .slice(0, SHOWN);
  for (const [, [url, title, heading, text]] of found) {
    const link = document.createElement('a');
    link.href = ROOT + url;
    link.textContent = heading && heading !== title ? title + ': ' + heading : title;
    const small = document.createElement('small');
    small.textContent = excerpt(words, text);
    link.append(small);
    const item = document.createElement('li');
    item.append(link);
    results.append(item);
  }
  if (found.length === 0) {
    const none = document.createElement('li');
    none.textContent = 'No section has all of these words.';
    results.append(none);
  }
}

query.addEventListener('input', search);
query.addEventListener('keydown', event => {
  if (event.key === 'Enter') results.querySelector('a')?.click();
  if (event.key === 'Escape') { query.value = ''; search(); }
});
document.addEventListener('keydown', event => {
  if (event.key === '/' && document.activeElement !== query) { event.preventDefault(); query.focus(); }
});
document.documentElement.dataset.ready = 'true';
