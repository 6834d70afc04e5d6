// Draws everything, and again when the theme, the size or the data change.
function drawCharts() {
  curves(); parallel(); slice(); contour(); pareto(); bestSoFar(); reached();
  if (!state.data.compared) { importances(); timeline(); }
}

function drawAll() {
  if (state.data.compared) several(); else { overview(); comparisons(); rungs(); }
  failures(); filterTrials(); drawCharts();
  $('fixed').replaceChildren(list(Object.entries(state.data.fixed)));
  $('spec').textContent = state.data.sweep.spec;
  $('footer').textContent = state.data.sweep.id + ', as of ' + state.data.generated.replace('T', ' ').slice(0, 19) + ' UTC. Commands of this page run ' + state.data.from + '. Made by Attune; charts by Apache ECharts.';
}

function theme(dark) {
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
}

const system = matchMedia('(prefers-color-scheme: dark)');
theme(system.matches);
system.addEventListener('change', event => { theme(event.matches); drawCharts(); });
$('theme').addEventListener('click', () => { theme(document.documentElement.dataset.theme !== 'dark'); drawCharts(); });
$('brush-clear').addEventListener('click', () => { state.selected.clear(); parallel(); filterTrials(); curves(); });
$('brush-axis').addEventListener('change', brushChoices);
for (const end of ['brush-from', 'brush-to']) $(end).addEventListener('change', brushByChoice);
$('filter').addEventListener('input', () => { filterTrials(); curves(); parallel(); });
$('page-back').addEventListener('click', () => { view.page--; showTrials(); });
$('page-on').addEventListener('click', () => { view.page++; showTrials(); });
for (const [id, redraw] of [['curve-metric', curves], ['curve-log', curves], ['curve-late', curves], ['slice-axis', slice], ['slice-colour', slice], ['contour-x', contour],
  ['contour-y', contour], ['pareto-x', pareto], ['pareto-y', pareto], ['pareto-x-high', pareto], ['pareto-y-high', pareto], ['best-lines', bestSoFar], ['reached-lines', reached]]) $(id).addEventListener('change', redraw);
addEventListener('hashchange', openTrial);
$('trial').addEventListener('close', () => { if (location.hash.startsWith('#trial-')) history.pushState(null, '', location.pathname + location.search + '#trials'); });
// A place narrows with the window, and also with the page's zoom or a panel beside it. A chart is drawn anew for its width: labels and legends depend on it.
let resizing;
const resized = new ResizeObserver(() => {
  clearTimeout(resizing);
  if ([...state.charts.values()].some(chart => chart.getDom().clientWidth !== chart.getWidth())) resizing = setTimeout(drawCharts, 120);
});
document.querySelectorAll('.chart').forEach(place => resized.observe(place));

if (document.body.dataset.live === 'true') {
  $('live').hidden = false;
  setInterval(async () => {
    try {
      const answer = await fetch('data.json');
      const data = await answer.json();
      $('live').textContent = 'live';
      if (data.generated !== state.data.generated && !$('trial').open) {
        const page = view.page;
        state.data = data;
        drawAll();
        view.page = page;
        showTrials();
      }
    } catch (gone) { $('live').textContent = 'not served any more'; }
  }, 5000);
}

drawAll();
openTrial();
document.documentElement.dataset.ready = 'true';
